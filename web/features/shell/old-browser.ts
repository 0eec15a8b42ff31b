import { brand } from '#contract/brand.ts'

const text = () =>
  `Tu navegador es demasiado antiguo para ${brand.name}. Puedes leer esta página, pero para entrar, reservar o escribirnos hace falta uno más nuevo: actualízalo (en un iPhone, desde Ajustes › General › Actualización de software) o abre esta dirección con otro navegador.${brand.phone === null ? '' : ` También puedes llamarnos al ${brand.phone}.`}`

/**
 * Runs in the head of every page, and so is written in the oldest JavaScript: a browser below the list in package.json, or one in which a
 * script of the page fails before it starts, gets a sentence above the page instead of buttons that do nothing. Only the server
 * renders it.
 */
export const warnOldBrowser = () => `(function(d){var shown
function warn(){if(shown||!d.body)return
shown=d.createElement('aside');shown.setAttribute('role','alert');shown.id='old-browser'
shown.appendChild(d.createTextNode(${JSON.stringify(text()).replaceAll('<', '\\u003c')}))
shown.style.cssText='padding:16px;background:#fff3cd;color:#3d2c00;font:16px/1.5 sans-serif;border-bottom:2px solid #8a6d00'
d.body.insertBefore(shown,d.body.firstChild)}
function isOld(){try{new RegExp('(?<=a)b')}catch(e){return true}
return !('noModule' in d.createElement('script'))||![].toSorted||!self.AbortSignal||!AbortSignal.timeout||!self.structuredClone||
!self.CSS||!CSS.supports('color','oklch(0 0 0)')||!CSS.supports('selector(:has(*))')}
if(isOld()){if(d.body)warn();else d.addEventListener('DOMContentLoaded',warn)}
function failed(e){if(e&&!self.sendaStarted&&(e.name==='SyntaxError'||/\\/assets\\/[^ ]+:\\d+/.test(e.stack||'')))warn()}
addEventListener('error',function(e){failed(e.error)})
addEventListener('unhandledrejection',function(e){failed(e.reason)})
})(document)`
