"""One call, from request to outcome, without a screen."""
