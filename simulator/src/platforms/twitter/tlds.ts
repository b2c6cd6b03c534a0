/**
 * Top level domains that make bare words links. The country codes are complete; of the generic ones the usual are
 * here, which decides only over addresses without `https://`.
 */
const countries = new Set(
  `ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd
  cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge
  gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki
  km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my
  mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se
  sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz
  va vc ve vg vi vn vu wf ws ye yt za zm zw`.split(/\s+/),
);

const generic = new Set(
  `aero agency app art asia auto bank bar beauty beer best berlin bike biz blog business cafe care cars cat chat city
  click clinic cloud club codes coffee com community company consulting cool coop dance deals delivery design dev
  digital direct dog download earth eco edu education email energy engineering events expert express family farm fashion
  film finance fit fitness food foundation fun fund gallery game games garden gift global gov green group guide guru
  hamburg health help homes hotel house info int international jobs kids land law legal life link live london love
  management market marketing media mil mobi moe money museum music name net network news ninja now nyc one online org
  page paris party pet photo photography photos pizza place plus post press pro productions pub radio recipes
  restaurant rocks run sale school science services shop show site social software solutions space sport store stream
  studio style support swiss systems tax team tech tel tips today tokyo tools top tours town travel tv university
  vegas video vip watch wedding wien wiki win wine work works world wtf xyz yoga zone`.split(/\s+/),
);

/** Names that no registry will ever give out, so an address that ends in one is plain text. RFC 2606, RFC 6761. */
const reserved = new Set(['test', 'example', 'invalid', 'localhost', 'local', 'internal', 'lan', 'home']);

export function isCountry(name: string): boolean {
  return countries.has(name.toLowerCase());
}

/** A domain ending that links an address with `https://` in front. */
export function isTopLevel(name: string): boolean {
  const lower = name.toLowerCase();
  if (countries.has(lower) || generic.has(lower) || /^xn--[a-z0-9-]+$/.test(lower)) return true;
  return /^\p{L}{3,}$/u.test(lower) && !reserved.has(lower);
}

/** A domain ending that links an address without a scheme. */
export function isBareTopLevel(name: string): boolean {
  const lower = name.toLowerCase();
  return countries.has(lower) || generic.has(lower) || /^xn--[a-z0-9-]+$/.test(lower);
}
