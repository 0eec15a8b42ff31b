import { useEffect, useState } from 'react'

/** An SVG from the server, shown as an image: no script in it can run, and the content security policy allows the blob. */
export function QrCode({ svg, label }: { svg: string; label: string }) {
  const [source, setSource] = useState<string>()

  useEffect(() => {
    const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setSource(address)
    return () => URL.revokeObjectURL(address)
  }, [svg])

  return (
    <img src={source} alt={label} width={208} height={208} className="size-52 rounded-control border border-line" />
  )
}
