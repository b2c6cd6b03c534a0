import { COLOURS } from '../charts/drawing.ts';

const { ink, muted, accent, soft, rule } = COLOURS;

/** The style sheet of the HTML report. It fits A4 and letter; browsers that can print page numbers. */
export const STYLE = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#f4f6fa;color:${ink};font:15px/1.45 system-ui,"Segoe UI","Noto Sans",Roboto,Helvetica,Arial,sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{max-width:880px;margin:24px auto;padding:48px;background:#fff;border-radius:8px}
header{text-align:left;display:flex;justify-content:space-between;align-items:flex-start;gap:24px;border-bottom:2px solid ${ink};padding-bottom:18px}
.brand{margin:0;color:${accent};font-weight:600}
h1{margin:2px 0 0;font-size:30px;line-height:1.2;overflow-wrap:anywhere}
.subtitle{margin:4px 0 0;color:${muted};overflow-wrap:anywhere}
.logo{max-width:200px;max-height:72px;object-fit:contain}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px 24px;margin:20px 0}
dt{color:${muted};font-size:12px}
dd{margin:0;font-weight:600;overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;margin:24px 0}
.tile{background:${soft};border-radius:6px;padding:12px 14px;break-inside:avoid;min-width:0}
.tile p{margin:0;font-size:13px;color:${muted}}
.tile strong{display:block;font-size:24px;line-height:1.3;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.tile small{color:${muted}}
h2,figcaption{font-size:17px;font-weight:650;margin:0 0 8px;break-after:avoid}
section,figure,aside{margin:28px 0}
figure{break-inside:avoid}
svg{width:100%;height:auto;display:block;font-family:inherit}
aside{border-left:3px solid ${accent};padding:2px 0 2px 16px;break-inside:avoid}
aside ul{margin:0;padding-left:18px}
blockquote{margin:0 0 12px;padding-left:14px;border-left:3px solid ${soft};break-inside:avoid}
blockquote p{margin:0;overflow-wrap:anywhere}
cite{color:${muted};font-size:13px;font-style:normal}
table{width:100%;border-collapse:collapse;table-layout:fixed;font-size:13px}
thead{display:table-header-group}
th{color:${muted};font-weight:600;text-align:left;vertical-align:bottom;border-bottom:1.5px solid ${ink};padding:6px}
td{border-bottom:1px solid ${rule};padding:6px;vertical-align:top;overflow-wrap:anywhere}
th.right,td.right{text-align:right;font-variant-numeric:tabular-nums}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
tr{break-inside:avoid}
.note,.none,footer{color:${muted};font-size:13px}
footer{border-top:1px solid ${rule};padding-top:12px}
@media (max-width:640px){main{margin:0;padding:20px;border-radius:0}.tiles{grid-template-columns:repeat(2,1fr)}}
@page{margin:16mm 15mm 18mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:9pt sans-serif;color:${muted}}}
@media print{body{background:#fff;font-size:10.5pt}main{max-width:none;margin:0;padding:0;border-radius:0}table{font-size:8.5pt}footer{border:0}}
`;
