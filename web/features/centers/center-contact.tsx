import type { CenterCard } from '#contract/center-search.ts'
import { telHref } from '#web/platform/formats.ts'
import Globe from '~icons/lucide/globe'
import Phone from '~icons/lucide/phone'

/** The telephone and the website. Only http addresses become links: older websites may be any text. */
export function CenterContact({ center: { phone, website } }: { center: Pick<CenterCard, 'phone' | 'website'> }) {
  const site = website && /^https?:\/\//.test(website) ? website : undefined
  if (!phone && !site) return null
  return (
    <div className="flex flex-wrap gap-x-5 text-sm">
      {phone && (
        <a href={telHref(phone)} className="link inline-flex min-h-11 items-center gap-1.5">
          <Phone aria-hidden="true" className="size-4" />
          {phone}
        </a>
      )}
      {site && (
        <a
          href={site}
          rel="noopener nofollow ugc"
          target="_blank"
          className="link inline-flex min-h-11 items-center gap-1.5"
        >
          <Globe aria-hidden="true" className="size-4" />
          Sitio web
        </a>
      )}
    </div>
  )
}
