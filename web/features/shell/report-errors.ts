/**
 * Runs in the head of every page, in JavaScript that older browsers know, too: sends the first five errors of the page to the server,
 * which cuts out what may have been typed (server/platform/described-error.ts). An error with a status is a refusal of the server, and
 * not of the page. `senda-error` is an error that a page has shown instead of its content. Only the server renders this, so it is marked
 * as pure: the browser's scripts leave it out.
 */
export const reportErrors = /* @__PURE__ */ (() => `(function(left,last){
function send(e,at){if(!e||e.status||left<1||!self.fetch||last===String(e))return
last=String(e);left--
try{fetch('/api/v1/client-errors',{method:'POST',keepalive:true,headers:{'content-type':'application/json'},body:JSON.stringify({
name:String(e.name||'Error').slice(0,100),message:String(e.message||e).slice(0,1000),stack:String(e.stack||at||'').slice(0,8000),
page:location.pathname.slice(0,500)})})['catch'](function(){})}catch(_){}}
addEventListener('error',function(e){if(e.message)send(e.error||e.message,e.filename+':'+e.lineno+':'+e.colno)})
addEventListener('unhandledrejection',function(e){send(e.reason)})
addEventListener('senda-error',function(e){send(e.detail)})
})(5)`)()
