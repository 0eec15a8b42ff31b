import { parseUrl, withLowercaseProtocol } from './urls.ts'
import { typedText } from './values.ts'

const videoLinkMax = 500

/** An address with TLS and without a password, which the browser would send to the platform. */
function isVideoLink(text: string): boolean {
  // A text that is too long is refused before this.
  if (!text.startsWith('https://') || /[\s\\]/.test(text)) return false
  const url = parseUrl(text)
  return url?.hostname.includes('.') === true && `${url.username}${url.password}` === ''
}

/** The room of video calls, or empty. */
export const videoLink = typedText({ max: videoLinkMax, plain: true })
  .overwrite(withLowercaseProtocol)
  .refine((text) => text === '' || isVideoLink(text), {
    error: 'Pega el enlace completo de la sala, que empieza con https://',
  })
