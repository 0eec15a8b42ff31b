import { brand } from '#contract/brand.ts'

/**
 * A page's head: title, description, and what a shared link shows. The canonical address is the root's.
 * `indexed: false` keeps a private page out of search engines.
 */
export function pageHead({
  title,
  description,
  indexed = true,
}: {
  title: string
  description: string
  indexed?: boolean
}) {
  const fullTitle = title.includes(brand.name) ? title : `${title} · ${brand.name}`
  return {
    meta: [
      { title: fullTitle },
      { name: 'description', content: description },
      { property: 'og:title', content: fullTitle },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:locale', content: 'es_UY' },
      { property: 'og:site_name', content: brand.name },
      ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
  }
}
