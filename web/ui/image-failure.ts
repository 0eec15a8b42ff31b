import { useState } from 'react'

/** Whether an image failed, even before hydration, when no listener received its error event. */
export function useImageFailure(src: string | null | undefined) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const fail = () => setFailedSrc(src ?? undefined)
  return {
    failed: Boolean(src) && failedSrc === src,
    handlers: {
      onError: fail,
      ref: (image: HTMLImageElement | null) => {
        // naturalWidth is also 0 for a valid SVG without a size, so only decoding shows whether it failed.
        if (image?.complete && image.naturalWidth === 0) image.decode().catch(fail)
      },
    },
  }
}
