import { brand } from '#contract/brand.ts'

type SharedImage = { origin: string; url: string; alt: string }

/** The preview image of a shared link. A page without one shows the brand's, which the root route sets. */
export function sharedImage({ origin, url, alt }: SharedImage) {
  return [
    { property: 'og:image', content: new URL(url, origin).href },
    { property: 'og:image:alt', content: alt },
  ]
}

/**
 * A page's head: title, description, and what a shared link shows. The root route sets the canonical URL.
 * `indexed: false` keeps a private page out of search engines, and such a page needs no description.
 */
export function pageHead({
  title,
  description,
  indexed = true,
  image,
}: {
  title: string
  description?: string
  indexed?: boolean
  image?: SharedImage | undefined
}) {
  const fullTitle = title.includes(brand.name) ? title : `${title} · ${brand.name}`
  return {
    meta: [
      { title: fullTitle },
      { property: 'og:title', content: fullTitle },
      { property: 'og:type', content: 'website' },
      { property: 'og:locale', content: 'es_UY' },
      { property: 'og:site_name', content: brand.name },
      ...(description === undefined
        ? []
        : [
            { name: 'description', content: description },
            { property: 'og:description', content: description },
          ]),
      ...(image ? sharedImage(image) : []),
      ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
  }
}
