/** The subjects of the tags, in reading order. */
const TAGS: Readonly<Record<string, string>> = {
  Posts: 'Write, schedule, publish, change and take down posts on many accounts at once.',
  Approvals: 'What waits for a person, and the decisions about it.',
  Media: 'Upload images, videos, audio and files, and use them in posts and messages.',
  Brands: 'Groups of accounts with posts and an inbox of their own.',
  Accounts: 'The connected profiles, pages and channels.',
  Connecting: 'Connect accounts by the login of their platform, and choose among their pages.',
  Invites: 'Links with which somebody else connects an account to a brand.',
  Comments: 'Comments on posts, with answers, likes, hiding and deletion.',
  Conversations: 'Private messages of all platforms in one inbox.',
  Mentions: 'Posts and comments of others that name an account.',
  Reviews: 'Reviews of businesses, and answers to them.',
  Analytics: 'Numbers of posts, accounts, brands and of the inbox.',
  Webhooks: 'Endpoints that are called when something happens, with their deliveries and replays.',
  Events: 'The log of everything that happened, as a list and as a stream.',
  Exports: 'All that an account has published, with its numbers, as files.',
  Platforms: 'What each platform can do, and its limits.',
  'API keys': 'Keys with scopes, brands, addresses and an end.',
  Workspace: 'The settings of the workspace.',
  People: 'Signing in, sessions, passwords and passkeys of a person; joining a workspace.',
  Members: 'Who belongs to the workspace, and what each may do.',
  Audit: 'Who changed what.',
  Users: 'The owner of the workspace.',
  Usage: 'What the plan allows and what is used of it.',
  Billing: 'Checkout and portal of the payment provider.',
  Announcements: 'News of the operator.',
  Feedback: 'Words to the operator.',
  Test: 'The simulated platforms and the clock of the test environment.',
};

/** The tags of the operations; those of a single platform come last. */
export function tagsOf(operations: readonly { readonly tag: string }[]): object[] {
  const others = [...new Set(operations.map(({ tag }) => tag))].filter((tag) => TAGS[tag] === undefined).sort();
  const ofPlatforms = others.map((tag) => [tag, `What only ${tag} has.`] as const);
  return [...Object.entries(TAGS), ...ofPlatforms].map(([name, description]) => ({ name, description }));
}
