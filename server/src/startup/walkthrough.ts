/** The walkthrough of docs/tour.md with address and key filled in. It needs bash, curl, sed, grep and paste. */
export function walkthrough(url: string, key: string): string {
  return `export HUBBUB=${url} KEY=${key}\n${STEPS}`;
}

// No exclamation marks: an interactive bash replaces them from its history.
const STEPS = String.raw`auth="Authorization: Bearer $KEY" json="Content-Type: application/json"
world=$(curl -s "$HUBBUB/v1/test/world" -H "$auth" | sed 's/.*"url":"\([^"]*\)".*/\1/')

# 1. A receiver gets the events. The secret lets it verify their signatures.
webhook='{"url":"https://simulator.test/receiver/walkthrough","events":["post.published","comment.received"]}'
secret=$(curl -s "$HUBBUB/v1/webhooks" -H "$auth" -H "$json" -d "$webhook" | sed 's/.*"secret":"\([^"]*\)".*/\1/')
curl -s -X PUT "$world/receiver/walkthrough" -H "$json" -d '{"secret":"'"$secret"'"}'; echo

# 2. Publish a text with an image to every account that takes it, and wait for the outcome. A pin needs a board,
#    TikTok and YouTube need videos, and WhatsApp has no posts.
accounts=$(curl -s "$HUBBUB/v1/accounts" -H "$auth" | grep -o '"id":"acc_[^"]*","platform":"[^"]*"' |
  grep -vE '"(pinterest|tiktok|youtube|whatsapp)"' | cut -d, -f1)
count=$(echo "$accounts" | grep -c .)
targets=$(echo "$accounts" | sed 's/"id"\(.*\)/{"account_id"\1}/' | paste -sd, -)
media='{"source_type":"url","source":"https://simulator.test/files/sample.jpg"}'
post=$(curl -s "$HUBBUB/v1/posts" -H "$auth" -H "$json" -H "Prefer: wait=30" \
  -d '{"text":"Hello from Hubbub, '"$(date +%T)"'","media":['"$media"'],"targets":['"$targets"'],"publish_now":true}')
echo "$post" | grep -o '"platform":"[^"]*","status":"[^"]*"'

# 3. A visitor comments on each post. LinkedIn lets no app read comments on a member's posts, and Google Business
#    has none.
ledger=$(curl -s "$world/control/ledger?kind=post")
comments=$(paste -d, <(echo "$ledger" | grep -o '"platform":"[^"]*","account":"[^"]*"') \
  <(echo "$ledger" | grep -o '"platform_id":"[^"]*"' | sed 's/platform_id/post_id/') | tail -n "$count" |
  grep -vE '"(linkedin|google)"' |
  sed 's/.*/{&,"action":"comment","text":"Where is your shop?"}/' |
  while read -r comment; do curl -s "$world/control/strangers" -H "$json" -d "$comment"; echo; done)
echo "$comments"; heard=$(echo "$comments" | grep -c '"platform_id"')

# 4. The comments reach the inbox within seconds: some platforms push them, others are polled.
post_id=$(echo "$post" | sed 's/{"id":"\([^"]*\)".*/\1/')
for try in {1..30}; do
  inbox=$(curl -s "$HUBBUB/v1/inbox/comments?limit=$count" -H "$auth")
  [ "$(echo "$inbox" | grep -o '"post_id":"'"$post_id"'"' | grep -c .)" = "$heard" ] && break; sleep 1
done

# 5. Read each comment, and reply where the platform allows it.
for id in $(echo "$inbox" | grep -o '"id":"ip_[^}]*"post_id":"'"$post_id"'"' | sed 's/"id":"\([^"]*\)".*/\1/'); do
  comment=$(curl -s "$HUBBUB/v1/inbox/comments/$id" -H "$auth"); echo "$comment" | grep -o '"text":"[^"]*"'
  echo "$comment" | grep -q '"can_reply":true' || continue
  comment_id=$(echo "$comment" | sed 's/.*"id":"\(cmt_[^"]*\)".*/\1/')
  curl -s "$HUBBUB/v1/inbox/comments/$id" -H "$auth" -H "$json" \
    -d '{"comment_id":"'"$comment_id"'","text":"By the harbour, open every day."}'; echo
done

# 6. A visitor writes a direct message, and gets an answer.
username=$(curl -s "$HUBBUB/v1/accounts?platform=instagram" -H "$auth" | sed 's/.*"username":"\([^"]*\)".*/\1/')
curl -s "$world/control/strangers" -H "$json" \
  -d '{"platform":"instagram","account":"'"$username"'","action":"message","text":"Do you deliver?"}'; echo
for try in {1..30}; do
  conversation=$(curl -s "$HUBBUB/v1/inbox/conversations?platform=instagram&limit=1" -H "$auth" | sed -n 's/.*"id":"\(conv_[^"]*\)".*/\1/p')
  [ -n "$conversation" ] && break; sleep 1
done
curl -s "$HUBBUB/v1/inbox/conversations/$conversation/messages" -H "$auth" -H "$json" -d '{"text":"Yes, within an hour."}'; echo

# 7. The evidence: the posts and comments on the platforms, and the signed events at the receiver.
curl -s "$world/control/ledger" | grep -o '"text":"[^"]*"' | tail -n $((2 * count))
for try in {1..30}; do
  events=$(curl -s "$world/receiver/walkthrough" | grep -o '"event":"[^"]*","id":"[^"]*","verified":[a-z]*')
  [ "$(echo "$events" | grep -c comment.received)" -ge "$heard" ] && break; sleep 1
done
echo "$events"; echo "Now look at $world/ and $HUBBUB/guide"`;
