import type { BreadcrumbList, Graph, Thing } from 'schema-dts'

/**
 * A page's script for search engines, in the terms of schema.org. They read the server's HTML, so in the browser a page names
 * no things (`import.meta.env.SSR`), and the code that describes them does not load.
 */
export function structuredData(things: readonly Thing[]) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  // Text that a centre typed must not close the script element.
  return { type: 'application/ld+json', children: JSON.stringify(graph).replaceAll('<', '\\u003c') }
}

type Crumb = { name: string; path: string }

/** From the home page down to the current page. */
export function breadcrumbs({ origin, items }: { origin: string; items: readonly Crumb[] }): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Inicio', path: '/' }, ...items].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}
