import figtree from './fonts/figtree.woff2?url'
import fraunces from './fonts/fraunces.woff2?url'

/** Link tags for the root's head, so that both fonts load in parallel with the stylesheet. */
export const fontPreloads = [figtree, fraunces].map((href) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href,
}))
