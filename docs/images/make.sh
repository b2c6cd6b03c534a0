#!/usr/bin/env bash
# Makes simulator.png again: publishes, comments and answers in the world of a test key, then takes a picture of its page.
# Wants HUBBUB and KEY of a workspace that has published nothing, and chromium.
set -euo pipefail
auth="Authorization: Bearer $KEY" json="Content-Type: application/json"
world=$(curl -s "$HUBBUB/v1/test/world" -H "$auth" | sed 's/.*"url":"\([^"]*\)".*/\1/')
media='{"source_type":"url","source":"https://simulator.test/files/sample.jpg","alt_text":"Bread on a table"}'
post=$(curl -s "$HUBBUB/v1/posts" -H "$auth" -H "$json" -H "Prefer: wait=30" \
  -d '{"text":"Fresh bread from seven","media":['"$media"'],"targets":[{"platform":"instagram"}],"publish_now":true}' |
  grep -o 'post_[0-9a-z]*' | head -n 1)
username=$(curl -s "$HUBBUB/v1/accounts?platform=instagram" -H "$auth" | sed 's/.*"username":"\([^"]*\)".*/\1/')
curl -s "$world/control/strangers" -H "$json" \
  -d '{"platform":"instagram","account":"'"$username"'","action":"comment","username":"ann","text":"Where is your shop?"}'
for try in {1..60}; do
  comment=$(curl -s "$HUBBUB/v1/inbox/comments/$post" -H "$auth" | grep -o 'cmt_[0-9a-z]*' | head -n 1 || true)
  [ -n "$comment" ] && break; sleep 0.5
done
curl -s "$HUBBUB/v1/inbox/comments/$post" -H "$auth" -H "$json" \
  -d '{"comment_id":"'"$comment"'","text":"By the harbour, open every day."}'
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,690 \
  --screenshot="$(dirname "$0")/simulator.png" "$world/"
