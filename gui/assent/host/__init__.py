"""All that differs between Linux, macOS and Windows.

Expected failures, all of them refusals to start, to serve or to run a command:

    HostError
      AlreadyRunning     another console holds the socket
      UnsafePlace        a folder, socket or file is not ours alone
      PeerRefused        the process at the other end is another user's, or gone
      Unconfinable       a command cannot be confined as it was asked for
"""
