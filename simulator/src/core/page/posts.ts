import type { PlatformState } from '../control/state.ts';
import { ownOrigin } from '../files/local-http.ts';
import { cut, type Html, html, options, time } from './html.ts';
import type { CommentView } from './views.ts';

/** The comments of a post that are shown. */
const commentsMax = 20;
/** The accounts of each list to choose from. */
const accountsMax = 100;

/** One platform: its posts as cards with their comments, its messages, and forms to act as a visitor. */
export function platformSection(state: PlatformState): Html {
  const { platform, display_name, accounts, posts, messages, reviews } = state;
  const cards = posts.map((post) => postCard(state, post));
  return html`<section class="platform ${platform}">
<h2>${display_name} <small>${accounts.slice(-accountsMax).map(({ username }) => html`<span>@${username}</span> `)}</small></h2>
${accounts.length === 0 ? html`<p class="none">No account yet.</p>` : undefined}
${posts.length === 0 ? html`<p class="none">Nothing posted yet.</p>` : html`<div class="cards">${cards}</div>`}
${messages.length > 0 ? messageList(state) : undefined}
${reviews.length > 0 ? reviewList(state) : undefined}
${accounts.length > 0 ? visitorForm(state) : undefined}
${accounts.length > 0 ? reviewForm(state) : undefined}
${accounts.length > 0 && state.can_remove_app ? removalForm(state) : undefined}
</section>`;
}

function postCard(state: PlatformState, post: PlatformState['posts'][number]): Html {
  const link = post.url === undefined ? time(post.at) : html`<span title="${post.url}">${time(post.at)}</span>`;
  return html`<article>
<header><b>@${post.username}</b> ${link}</header>
${post.media.map(mediaView)}
${post.text === '' ? undefined : html`<p class="text">${cut(post.text)}</p>`}
<div class="comments">${post.comments.slice(-commentsMax).map((comment) => commentLine(comment))}</div>
${gestures(state, post)}
${state.actions.includes('comment') ? commentForm(state.platform, post.account, post.platform_id, post.comments) : undefined}
</article>`;
}

/** A visitor's actions on a post that need no text. */
function gestures(
  { platform, actions }: PlatformState,
  { account, platform_id }: PlatformState['posts'][number],
): Html {
  const buttons = actions
    .filter((action) => action === 'like' || action === 'share')
    .map((action) => {
      const body = JSON.stringify({ platform, account, action, post_id: platform_id });
      return html`<button data-send="control/strangers" data-body="${body}">${action}</button>`;
    });
  return buttons.length === 0 ? html`` : html`<div class="buttons">${buttons}</div>`;
}

/** Only files of this machine are shown; the page asks nobody else for anything. */
function mediaView({ type, url, alt = '' }: { type: string; url: string; alt?: string | undefined }): Html {
  const isOwn = url.startsWith(`${ownOrigin}/files/`);
  const isLocal = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//.test(url);
  const shown = isOwn ? url.slice(ownOrigin.length + 1) : url;
  if (!isOwn && !isLocal) return html`<p class="file">${type}: <code>${url}</code></p>`;
  if (/video/i.test(type)) return html`<video controls preload="none" src="${shown}" title="${alt}"></video>`;
  if (/audio/i.test(type)) return html`<audio controls preload="none" src="${shown}"></audio>`;
  return html`<img src="${shown}" alt="${alt}" title="${alt}" loading="lazy">`;
}

function commentLine({ author, own, text, at, hidden, parent_id }: CommentView): Html {
  const marks = `${own ? ' own' : ''}${hidden ? ' hidden' : ''}${parent_id === null ? '' : ' answer'}`;
  return html`<p class="comment${marks}"><b>@${author}</b> ${cut(text)} ${time(at)}</p>`;
}

function commentForm(platform: string, account: string, postId: string, comments: readonly CommentView[]): Html {
  const visitors = comments.filter(({ own }) => !own).slice(-20);
  const parents = options(
    visitors.map(({ platform_id, author, text }) => [platform_id, `answer @${author}: ${text.slice(0, 30)}`] as const),
    'below the post',
  );
  return html`<form class="line" data-send="control/strangers">
<input type="hidden" name="platform" value="${platform}"><input type="hidden" name="account" value="${account}">
<input type="hidden" name="post_id" value="${postId}"><input type="hidden" name="action" value="comment">
<input name="username" placeholder="visitor" size="8" aria-label="Name of the visitor">
${visitors.length > 0 ? html`<select name="parent_id" aria-label="Where">${parents}</select>` : undefined}
<input name="text" required placeholder="Comment as a visitor …" aria-label="Comment"><button>Comment</button>
</form>`;
}

function messageList({ platform, messages }: PlatformState): Html {
  const lines = messages.map(
    ({ with: partner, own, text, at }) =>
      html`<p class="comment${own ? ' own' : ''}"><b>${own ? `to ${partner}` : partner}</b> ${cut(text)} ${time(at)}</p>`,
  );
  return html`<details id="messages-${platform}" open><summary>Messages (${messages.length})</summary>${lines}</details>`;
}

function visitorForm({ platform, accounts, actions }: PlatformState): Html {
  const others = actions.filter((action) => action === 'message' || action === 'mention');
  if (others.length === 0) return html``;
  return html`<form class="line" data-send="control/strangers">
<input type="hidden" name="platform" value="${platform}">
<select name="action" aria-label="What the visitor does">${options(others)}</select>
<select name="account" aria-label="Account">${namesOf(accounts)}</select>
<input name="username" placeholder="visitor" size="8" aria-label="Name of the visitor">
<input name="text" required placeholder="Write to the account as a visitor …" aria-label="Text"><button>Send</button>
</form>`;
}

function reviewList({ platform, reviews }: PlatformState): Html {
  const lines = reviews.map(
    ({ author, rating, text, at, reply }) =>
      html`<p class="comment"><b>${author}</b> ${'★'.repeat(rating)} ${cut(text)} ${time(at)}</p>
${reply === undefined ? undefined : html`<p class="comment own answer"><b>answer</b> ${cut(reply)}</p>`}`,
  );
  return html`<details id="reviews-${platform}" open><summary>Reviews (${reviews.length})</summary>${lines}</details>`;
}

function reviewForm({ platform, accounts, actions }: PlatformState): Html {
  if (!actions.includes('review')) return html``;
  return html`<form class="line" data-send="control/strangers">
<input type="hidden" name="platform" value="${platform}"><input type="hidden" name="action" value="review">
<select name="account" aria-label="Account">${namesOf(accounts)}</select>
<input name="username" placeholder="customer" size="8" aria-label="Name of the customer">
<label>stars <input type="number" name="rating" value="5" min="1" max="5"></label>
<input name="text" placeholder="Review the account as a customer …" aria-label="Text"><button>Review</button>
</form>`;
}

/** As the owner of an account does in the platform's settings. */
function removalForm({ platform, accounts }: PlatformState): Html {
  return html`<form class="line" data-send="control/removals">
<input type="hidden" name="platform" value="${platform}">
<select name="account" aria-label="Account">${namesOf(accounts)}</select><button>Remove the app from the account</button>
</form>`;
}

function namesOf(accounts: PlatformState['accounts']): Html[] {
  return options(
    accounts.slice(-accountsMax).map(({ platform_id, username }) => [platform_id, `@${username}`] as const),
  );
}
