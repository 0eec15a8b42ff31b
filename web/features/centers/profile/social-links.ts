import type { CenterProfile } from '#contract/centers.ts'
import { isWebAddress, parseUrl } from '#contract/urls.ts'

export type SocialLink = { network: 'Instagram' | 'Facebook'; name: string; href: string }

/** The centre's pages on social networks, which its owner typed as names, @names or addresses. Anything else is left out. */
export function socialLinks({ instagram, facebook }: Pick<CenterProfile, 'instagram' | 'facebook'>): SocialLink[] {
  const account = nameIn(instagram, 'instagram.com')
  const page = nameIn(facebook, 'facebook.com')
  return [
    ...(account && /^[\w.]{1,30}$/.test(account)
      ? [{ network: 'Instagram' as const, name: `@${account}`, href: `https://www.instagram.com/${account}` }]
      : []),
    ...(page && /^[\w.-]{1,80}$/.test(page)
      ? [{ network: 'Facebook' as const, name: page, href: `https://www.facebook.com/${page}` }]
      : []),
  ]
}

function nameIn(typed: string | null, host: string): string | undefined {
  const text = typed?.trim() ?? ''
  if (!text.includes('/')) return text.replace(/^@/, '')
  const address = isWebAddress(text) ? text : `https://${text}`
  const url = parseUrl(address)
  if (!url) return undefined
  if (url.hostname !== host && !url.hostname.endsWith(`.${host}`)) return undefined
  // Only a path with one part names a page: others are posts, groups or numbered profiles.
  const parts = url.pathname.split('/').filter(Boolean)
  return parts.length === 1 ? parts[0]?.replace(/^@/, '') : undefined
}
