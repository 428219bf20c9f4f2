#!/bin/sh
# Runs the bot in a container, whose restarts nothing else bounds. After an error it ends late, so
# that there are at most 900 starts a day: Discord takes a token away that logs in a thousand times.
trap 'kill "$bot"' TERM
python -m bot &
bot=$!
wait "$bot"
status=$?
# Told to stop, the shell waits once more: for the end of the bot itself.
while kill -0 "$bot" 2>/dev/null; do
    wait "$bot"
    status=$?
done
[ "$status" -eq 0 ] || sleep 96
exit "$status"
