import { fileURLToPath } from 'node:url'
import icons from 'unplugin-icons/vite'
import type { Plugin } from 'vite'

const component = fileURLToPath(new URL('../../web/ui/icon.tsx', import.meta.url))
/** What each drawing of the collection repeats; the svg element has it from buttons.css. */
const strokes = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

/**
 * Lucide's icons as components of web/ui/icon.tsx: `import Search from '~icons/lucide/search'`. A page has dozens of icons, so
 * each module has its drawing as text, which React only copies.
 */
export function iconMarkup(): Plugin | Plugin[] {
  return icons({
    compiler: {
      extension: 'js',
      compiler: (svg) => `import { createIcon } from ${JSON.stringify(component)}
        export default /* @__PURE__ */ createIcon(${JSON.stringify(drawingOf(svg))})`,
    },
  })
}

function drawingOf(svg: string): string {
  const drawing = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>')).replaceAll(strokes, '')
  return drawing.startsWith('<g>') ? drawing.slice('<g>'.length, -'</g>'.length) : drawing
}
