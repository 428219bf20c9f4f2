"""Pictures and words made of views: boards, hands, charts, alt text. No game state, no Discord."""
