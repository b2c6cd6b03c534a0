import type { ReviewFacts, ReviewPost } from '../../features/review-links/index.ts';
import { type Html, html } from '../../lib/html.ts';

/** Who decides on the page: the person who is signed in, or the name that was typed; undefined: nobody has typed one. */
export interface Reviewer {
  readonly name: string;
  readonly isSignedIn: boolean;
}

/** A decision that could not be made, shown at its post, or above all posts. */
export interface Problem {
  readonly postId: string | undefined;
  readonly message: string;
  /** The reviewer's words, so that they are not lost. */
  readonly note?: string | undefined;
}

type Preview = ReviewPost['previews'][number];
type Text = Preview['parts'][number];

export function reviewTitle({ name, brandName }: ReviewFacts): string {
  return name ?? `Posts of ${brandName}`;
}

/** The posts of a link, each as its platforms will show it, with what can be decided. */
export function reviewContent(facts: ReviewFacts, reviewer: Reviewer | undefined, problems: readonly Problem[]): Html {
  const { message, brandName, timezone, expiresAt, livemode, posts, page, pages, count } = facts;
  const open = posts.filter(isOpen);
  return html`${message !== undefined && html`<p class="text">${message}</p>`}
${problems.filter(({ postId }) => postId === undefined).map(alertOf)}
<p>${summaryOf(facts)} Times are in the zone ${timezone}.</p>
${reviewerForm(reviewer)}
${reviewer !== undefined && open.length > 1 && approveAll(open, pages > 1)}
${posts.map((post) => postCard(post, facts, reviewer, problems))}
${pages > 1 && pagesOf(page, pages)}
<p class="soft">${count === 0 ? '' : `${brandName}: ${count === 1 ? '1 post' : `${count} posts`}. `}This link works until ${timeIn(timezone, expiresAt)}. Platforms may add a card of a link; such a card is not shown here.${!livemode && ' This is a test: the platforms are simulated.'}</p>`;
}

function isOpen({ waiting }: ReviewPost): boolean {
  return waiting !== undefined && !waiting.hasPassed;
}

function summaryOf({ posts, count, page, pages }: ReviewFacts): string {
  if (count === 0) return 'There are no posts to look at. Ask the sender of this link what to do.';
  const waiting = posts.filter(isOpen).length;
  const where = pages > 1 ? ` on page ${page} of ${pages}` : '';
  if (waiting === 0) return `Nothing waits for you${where}.`;
  return waiting === 1 ? `1 post waits for you${where}.` : `${waiting} posts wait for you${where}.`;
}

function alertOf({ message }: Problem): Html {
  return html`<p role="alert">${message}</p>`;
}

function reviewerForm(reviewer: Reviewer | undefined): Html {
  if (reviewer?.isSignedIn === true) return html`<p class="soft">You decide as ${reviewer.name}, who is signed in.</p>`;
  const field = html`<input id="name" name="name" type="text" autocomplete="name" required maxlength=100${reviewer !== undefined && html` value="${reviewer.name}"`}>`;
  if (reviewer === undefined)
    return html`<form method="post" class="card"><input type="hidden" name="do" value="name">
<label for="name">Your name</label>${field}<small>It is kept with your decisions.</small><button>Continue</button></form>`;
  return html`<details class="soft"><summary>You decide as ${reviewer.name}</summary><form method="post"><input type="hidden" name="do" value="name">
<label for="name">Your name</label>${field}<button class="second">Change</button></form></details>`;
}

function approveAll(open: readonly ReviewPost[], isPaged: boolean): Html {
  return html`<form method="post" class="card"><input type="hidden" name="do" value="approve_all">
${open.map(({ id, waiting }, place) => html`<input type="hidden" name="item.${String(place)}" value="${id} ${waiting?.id ?? ''} ${waiting?.fingerprint ?? ''}">`)}
<button>Approve all ${String(open.length)}${isPaged && ' on this page'}</button></form>`;
}

function pagesOf(page: number, pages: number): Html {
  return html`<nav aria-label="Pages">${page > 1 && html`<a class="button second" href="?page=${String(page - 1)}">Page ${String(page - 1)}</a>`}
${page < pages && html`<a class="button" href="?page=${String(page + 1)}">Page ${String(page + 1)}</a>`}</nav>`;
}

const KINDS: Readonly<Record<string, string>> = {
  edit: 'A change of a post that is published',
  retry: 'Another try of a post that failed',
  removal: 'This post would be taken down',
};

function postCard(post: ReviewPost, facts: ReviewFacts, reviewer: Reviewer | undefined, all: readonly Problem[]): Html {
  const { id, waiting, previews, notes } = post;
  const { timezone } = facts;
  const problems = all.filter(({ postId }) => postId === id);
  return html`<article class="card" id="${id}">
<h2>${plannedTime(post, timezone)}</h2>
${problems.map(alertOf)}
<p><b>${stateOf(post)}</b>${waiting !== undefined && KINDS[waiting.kind] !== undefined && html`. ${KINDS[waiting.kind]}.`}</p>
${post.review?.note !== undefined && post.review.note !== null && html`<blockquote dir="auto" class="text">${post.review.note}</blockquote>`}
<div class="previews">${previews.map((preview) => previewCard(preview, facts))}</div>
${notes.length > 0 && html`<h3>Comments</h3>${notes.map(({ text, by, at }) => html`<p class="text" dir="auto"><b>${by}</b> <small>${timeIn(timezone, at)}</small><br>${text}</p>`)}`}
${reviewer !== undefined && actionsOf(post, problems[0]?.note)}
</article>`;
}

function plannedTime({ scheduledAt, status, waiting }: ReviewPost, timezone: string): string {
  if (scheduledAt !== null) return timeIn(timezone, scheduledAt);
  if (waiting?.kind === 'post') return 'As soon as it is approved';
  return status === 'draft' ? 'Without a time' : 'At once';
}

/** The state of a post in a reviewer's words. */
function stateOf({ status, waiting, review }: ReviewPost): string {
  if (waiting?.hasPassed === true) return 'Its time has passed. It needs a new one before it can be approved.';
  if (waiting !== undefined) return 'Waits for you';
  if (status === 'draft' && review?.decision === 'changes_requested') return `Changes asked for by ${review.by.name}`;
  if (status === 'draft' && review?.decision === 'rejected') return `Rejected by ${review.by.name}`;
  if (status === 'draft') return 'Is being written';
  const approved = review?.decision === 'approved' ? `Approved by ${review.by.name}. ` : '';
  return `${approved}${STATES[status]}`;
}

const STATES: Readonly<Record<ReviewPost['status'], string>> = {
  draft: '',
  scheduled: 'Goes out at its time',
  publishing: 'Is going out',
  published: 'Published',
  partial: 'Published in part',
  failed: 'Was not published',
  cancelled: 'Was cancelled',
};

function previewCard(preview: Preview, facts: ReviewFacts): Html {
  const { platformName, accountName, at, permalink, title, parts, media, card, first_comment: comment } = preview;
  return html`<section class="preview">
<p class="head"><b>${platformName}</b> <span>${accountName}</span>${at !== undefined && html` <small>${timeIn(facts.timezone, at)}</small>`}${permalink !== undefined && html` <a href="${permalink}" rel="noreferrer">Look at it</a>`}</p>
${title !== undefined && html`<p class="text" dir="auto"><b>${title}</b></p>`}
${parts.map((part, place) => html`<p class="text" dir="auto">${markedText(part)}</p>${media.filter((item) => item.part === place).map((item) => mediaOf(item, facts))}`)}
${card !== undefined && html`<p class="link">${card.image !== undefined && mediaOf(card.image, facts)}<b>${card.title ?? card.url}</b><br>${card.description ?? ''} <small>${card.url}</small></p>`}
${comment !== undefined && html`<p class="text" dir="auto"><small>First comment:</small><br>${markedText(comment)}</p>`}
</section>`;
}

/** The text with its links, mentions and hashtags marked. */
function markedText({ text, links, mentions, hashtags, is_cut: isCut }: Text): Html {
  const ranges = [...links, ...mentions, ...hashtags].toSorted((a, b) => a.start - b.start);
  let end = 0;
  const pieces = ranges.flatMap((range) => {
    if (range.start < end) return [];
    const before = text.slice(end, range.start);
    end = range.end;
    return [before, html`<span class="mark">${text.slice(range.start, range.end)}</span>`];
  });
  return html`${pieces}${text.slice(end)}${isCut === true && '…'}`;
}

function mediaOf(item: Preview['media'][number], { files }: ReviewFacts): Html {
  const alt = item.alt_text ?? '';
  const file = files.get(item.id ?? '');
  const words = alt === '' ? false : html`<br><small dir="auto">${alt}</small>`;
  if (file === undefined) {
    const where = item.url ?? '';
    return html`<p class="file">${where === '' ? `A ${item.kind} that cannot be shown here` : html`<a href="${where}" rel="noreferrer">The ${item.kind} at ${where}</a>`}${words}</p>`;
  }
  if (file.contentType.startsWith('image/')) return html`<img src="${file.url}" alt="${alt}" loading="lazy">`;
  if (file.contentType.startsWith('video/'))
    return html`<video src="${file.url}" controls preload="metadata"${alt !== '' && html` aria-label="${alt}"`}></video>`;
  return html`<p class="file"><a href="${file.url}">The ${item.kind}</a>${words}</p>`;
}

function actionsOf(post: ReviewPost, note: string | undefined): Html {
  const { id, waiting } = post;
  const about = html`<input type="hidden" name="post" value="${id}"><input type="hidden" name="held" value="${waiting?.id ?? ''}"><input type="hidden" name="seen" value="${waiting?.fingerprint ?? ''}">`;
  const area = (name: string, label: string) =>
    html`<label for="${name}-${id}">${label}</label><textarea id="${name}-${id}" name="note" rows=3 required maxlength=2000 dir="auto">${note ?? ''}</textarea>`;
  const isNoted = note !== undefined && html` open`;
  return html`${isOpen(post) && html`<form method="post">${about}<button name="do" value="approved">Approve</button></form>`}
${waiting !== undefined && html`<details${isNoted}><summary class="button second">Ask for changes</summary><form method="post">${about}${area('changes', 'What should change?')}<button name="do" value="changes_requested">Ask for changes</button></form></details>`}
<details><summary class="button second">Comment</summary><form method="post">${about}${area('comment', 'Your comment')}<button name="do" value="commented">Send the comment</button></form></details>`;
}

function timeIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at);
}
