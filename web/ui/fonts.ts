import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'

/** Link tags for the root's head: both faces are fetched beside the stylesheet, not after it. */
export const fontPreloads = [figtree, fraunces].map((href) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href,
}))
