"""What clubs look at: results, rankings, weekly digests."""
