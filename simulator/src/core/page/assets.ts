export const style = `
:root{color-scheme:light dark;--page:#f4f5f8;--card:#fff;--line:#e1e4ea;--text:#1c2330;--soft:#697386;--mark:#2456e6;--good:#137a43;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--page:#12151c;--card:#1b202a;--line:#2c3340;--text:#e8ebf1;--soft:#97a1b3;--mark:#86a5ff;--good:#5fd39a;--bad:#ff9088}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}
body>header{padding:1rem 1.5rem;border-bottom:1px solid var(--line);background:var(--card);display:flex;gap:1rem;align-items:baseline;flex-wrap:wrap}
h1{font-size:1.2rem;margin:0}h2{font-size:1.05rem;margin:0 0 .6rem}h3{font-size:.9rem;margin:.8rem 0 .3rem}
small,time,.none,.file{color:var(--soft);font-weight:400;font-size:.8rem}
main{display:grid;grid-template-columns:minmax(0,1fr) 23rem;gap:1.5rem;padding:1.5rem;max-width:100rem;margin:auto}
@media (max-width:60rem){main{grid-template-columns:minmax(0,1fr)}}
main>div{display:flex;flex-direction:column;gap:1.2rem;min-width:0}
section{background:var(--card);border:1px solid var(--line);border-radius:.8rem;padding:1rem 1.2rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:1rem;align-items:start;margin-bottom:.8rem}
article{border:1px solid var(--line);border-radius:.7rem;overflow:hidden}
article>header,article>.text,article>.comments,article>form,article>.file{padding:.5rem .8rem;margin:0}
article>header{display:flex;justify-content:space-between;gap:.5rem}
img,video{display:block;width:100%;max-height:22rem;object-fit:cover;background:var(--page)}audio{width:100%}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.comments:empty{display:none}
.comment{margin:.25rem 0;overflow-wrap:anywhere;white-space:pre-wrap;font-size:.9rem}
.comment.own b{color:var(--mark)}.comment.hidden{opacity:.45;text-decoration:line-through}.comment.answer{margin-left:1.2rem}
.line{display:flex;gap:.4rem;flex-wrap:wrap;margin:.3rem 0}article>form.line{border-top:1px solid var(--line);margin-top:.3rem}
.line>input[name=text]{flex:1 1 9rem}.line>select{flex:0 1 auto;min-width:0;max-width:100%}
input,select,button{font:inherit;font-size:.85rem;padding:.3rem .6rem;border:1px solid var(--line);border-radius:.45rem;background:var(--page);color:var(--text);min-width:0}
input[type=number]{width:4.5rem}
button{cursor:pointer;background:var(--card)}button:hover{border-color:var(--mark);color:var(--mark)}
.buttons{display:flex;flex-wrap:wrap;gap:.35rem;margin:.4rem 0}article>.buttons{padding:0 .8rem}
.row{display:flex;gap:.5rem;align-items:center;margin:.3rem 0;font-size:.85rem}.row button{margin-left:auto;padding:.1rem .5rem}
.delivered{color:var(--good)}.retrying,.given_up{color:var(--bad)}
summary{cursor:pointer;font-size:.85rem}pre{font-size:.75rem;overflow:auto;max-height:16rem;background:var(--page);padding:.6rem;border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-size:.8rem}td{padding:.15rem .3rem;border-bottom:1px solid var(--line)}
a{color:var(--mark)}#problem{color:var(--bad)}`;

/** The address must end with a slash for relative addresses to work; this runs before anything is loaded. */
export const slashScript = `if(!document.baseURI.split(/[?#]/)[0].endsWith('/'))location.replace(location.pathname+'/'+location.search)`;

export const script = `
const problem=document.getElementById('problem');
async function refresh(){
  const page=new DOMParser().parseFromString(await (await fetch('./')).text(),'text/html');
  const live=document.getElementById('live');
  const open=[...live.querySelectorAll('details[id]')].map(d=>[d.id,d.open]);
  const chosen=[...live.querySelectorAll('form[data-send="control/faults"] select,form[data-send="control/faults"] input')].map(e=>[e.name,e.value]);
  live.replaceChildren(...page.getElementById('live').childNodes);
  for(const [id,isOpen] of open){const d=document.getElementById(id);if(d)d.open=isOpen}
  for(const [name,value] of chosen){const e=live.querySelector('form[data-send="control/faults"] [name="'+name+'"]');if(e)e.value=value}
}
async function send(method,address,body){
  problem.textContent='';
  const answer=await fetch(address,{method,headers:body?{'content-type':'application/json'}:{},body:body&&JSON.stringify(body)});
  if(!answer.ok)problem.textContent=(await answer.json().catch(()=>({}))).error||'The simulator answered '+answer.status;
  else await refresh();
}
document.addEventListener('submit',event=>{
  const form=event.target;
  event.preventDefault();
  const body={};
  for(const [name,value] of new FormData(form))if(value!=='')body[name]=form.elements[name].type==='number'?Number(value):value;
  if(event.submitter&&event.submitter.name==='with')Object.assign(body,JSON.parse(event.submitter.value));
  for(const field of form.querySelectorAll('input[name=text]'))field.value='';
  send('POST',form.dataset.send,body);
});
document.addEventListener('click',event=>{
  const button=event.target.closest('button[data-send]');
  if(button)send(button.dataset.method||'POST',button.dataset.send,button.dataset.body&&JSON.parse(button.dataset.body));
});
const isBusy=()=>document.hidden||['INPUT','SELECT'].includes(document.activeElement&&document.activeElement.tagName)
  ||[...document.querySelectorAll('#live .platform input:not([type=hidden])')].some(e=>e.value!==e.defaultValue);
setInterval(()=>{if(!isBusy())refresh().catch(()=>{})},3000);`;
