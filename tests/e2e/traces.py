"""The errors that the bot's log tells of with a trace: each is one that somebody should act on."""

import logging


class Traces(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self._errors: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info and record.exc_info[1]
        if error:
            self._errors.append(error)

    def take(self) -> list[BaseException]:
        errors, self._errors = self._errors, []
        return errors
