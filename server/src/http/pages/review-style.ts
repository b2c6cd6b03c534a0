/** The style of the page of a review link, beside that of all pages. */
export const REVIEW_STYLE = `main{max-width:44rem}
.card{margin:1.5rem 0;padding:1rem;border:1px solid var(--line);border-radius:.6rem}.card>button:only-of-type{margin-top:0}
h2{font-size:1.1rem;margin:0 0 .4rem}h3{font-size:1rem;margin:1rem 0 0}
.text{white-space:pre-wrap;margin:.5rem 0}.mark{color:var(--mark)}
.previews{display:grid;gap:.8rem;margin:.8rem 0;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr))}
.preview{padding:.6rem .9rem;border-left:3px solid var(--mark);background:var(--page);border-radius:0 .4rem .4rem 0}
.head{margin:0;display:flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:baseline}.head span{color:var(--soft)}
.preview img,.preview video{display:block;max-width:100%;max-height:16rem;margin:.6rem 0;border-radius:.4rem}
.link,.file{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .7rem}
blockquote{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--line);color:var(--soft)}
textarea{display:block;width:100%;margin:.3rem 0;font:inherit;padding:.6rem .7rem;border:1px solid var(--soft);border-radius:.4rem;background:var(--page);color:var(--text)}
summary{cursor:pointer}summary.button{display:block;margin:.6rem 0 0;padding:.6rem 1rem;border:1px solid var(--soft);border-radius:.5rem;text-align:center;font-weight:600}
details[open]>summary.button{border-style:dashed}nav{display:flex;gap:1rem}`;
