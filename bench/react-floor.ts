// The floor of a rendered page: React alone writes the same markup, from elements that already exist. Needs React's
// production build, so it runs in a separate process.
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

const warmUp = 60
const renderings = 100

process.on('message', (html: string) => {
  const page = elementsOf(html)
  for (let count = 0; count < warmUp; count++) renderToString(page)
  const before = process.cpuUsage()
  for (let count = 0; count < renderings; count++) renderToString(page)
  const { user, system } = process.cpuUsage(before)
  process.send?.({ milliseconds: (user + system) / 1000 / renderings })
  process.disconnect()
})

const voidTags = new Set(['meta', 'link', 'img', 'input', 'br', 'hr', 'source'])
const names: Record<string, string> = { class: 'className', for: 'htmlFor' }

/** The body of a page as React elements, without its scripts. */
function elementsOf(html: string): ReactNode {
  const body = html.slice(html.indexOf('<body'), html.indexOf('</body>')).replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
  const open: { tag: string; props: object; children: ReactNode[] }[] = [{ tag: 'div', props: {}, children: [] }]
  const close = () => {
    const element = open.pop()
    if (element) open.at(-1)?.children.push(createElement(element.tag, element.props, ...element.children))
  }
  for (const [, slash, tag, attributes = '', text] of body.matchAll(/<(\/?)([\w-]+)([^<>]*)>|([^<]+)/g)) {
    if (text !== undefined) open.at(-1)?.children.push(text)
    else if (tag === undefined) continue
    else if (slash) close()
    else {
      open.push({ tag, props: propsOf(attributes), children: [] })
      if (voidTags.has(tag)) close()
    }
  }
  while (open.length > 1) close()
  return createElement('div', {}, ...(open[0]?.children ?? []))
}

function propsOf(attributes: string): object {
  const read = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)]
  return Object.fromEntries(
    read.map(([, name = '', value]) => [names[name] ?? name, value]).filter(([name]) => name !== 'style'),
  )
}
