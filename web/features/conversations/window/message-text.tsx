import { tokenize } from 'linkifyjs'
import { Fragment } from 'react'

import { parseUrl } from '#contract/urls.ts'

/** The text of a message: URLs and e-mail addresses become links, and everything else stays text. */
export function MessageText({ content }: { content: string }) {
  let at = 0
  return tokenize(content).map((token) => {
    const text = token.toString()
    const key = at
    at += text.length
    const href = token.isLink ? safeHref({ kind: token.t, text }) : undefined
    if (href === undefined) return <Fragment key={key}>{text}</Fragment>
    return (
      <a key={key} href={href} rel="noopener noreferrer nofollow ugc" target="_blank" className="link">
        {/* A right-to-left mark inside a link must not reorder the sentence around it. */}
        <bdi>{text}</bdi>
      </a>
    )
  })
}

/** The href of an e-mail address, or of a URL that is typed with its scheme; undefined for a bare domain. */
export function safeHref({ kind, text }: { kind: string; text: string }): string | undefined {
  if (kind === 'email') return text.toLowerCase().startsWith('mailto:') ? text : `mailto:${text}`
  if (!/^https?:\/\//i.test(text)) return undefined
  return parseUrl(text)?.href
}
