"""How everything looks and is worded: colours, sizes, icons, labels."""
