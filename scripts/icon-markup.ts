import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

type IconData = { node: [tag: string, attributes: Record<string, string>][] }

const icons = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const icon = fileURLToPath(new URL('../web/ui/icon.tsx', import.meta.url))

/**
 * lucide-react builds each icon from objects whenever it renders. A page has dozens, so the build writes their markup as
 * text, for web/ui/icon.tsx.
 */
export function iconMarkup(): Plugin {
  return {
    name: 'senda:icon-markup',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!icons.test(id)) return undefined
      const { __iconData: data } = (await import(id)) as { __iconData?: IconData }
      // An older name of an icon only exports the file of the newer one.
      if (!data) return undefined
      return `import { createIcon } from ${JSON.stringify(icon)}
        export default /* @__PURE__ */ createIcon(${JSON.stringify(markupOf(data))})`
    },
  }
}

function markupOf({ node }: IconData): string {
  return node
    .map(([tag, attributes]) => {
      // React's key is not an attribute.
      const written = Object.entries(attributes).map(([name, value]) => (name === 'key' ? '' : ` ${name}="${value}"`))
      return `<${tag}${written.join('')}/>`
    })
    .join('')
}
