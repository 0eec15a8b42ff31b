import { useState } from 'react'

/** Whether an image failed, also when it failed before the page was hydrated and its error event went unheard. */
export function useImageFailure(src: string | null | undefined) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const fail = () => setFailedSrc(src ?? undefined)
  return {
    failed: Boolean(src) && failedSrc === src,
    handlers: {
      onError: fail,
      ref: (image: HTMLImageElement | null) => {
        // naturalWidth is 0 for a sound SVG without a size as well: only decoding tells.
        if (image?.complete && image.naturalWidth === 0) image.decode().catch(fail)
      },
    },
  }
}
