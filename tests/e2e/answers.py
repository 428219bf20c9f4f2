"""What an answer must be like, and what it says."""

from tests.e2e.people import Answer


def told(answer: Answer) -> str:
    """Everything an answer says; it must be private."""
    assert answer.answered
    assert answer.private
    return "\n".join(post.text for post in answer.posts)


def refusal(answer: Answer) -> str:
    """The text of an answer that must be one private message without files."""
    assert answer.answered
    assert answer.private
    post = answer.post
    assert not post.pictures
    assert post.pings == ()
    return post.text
