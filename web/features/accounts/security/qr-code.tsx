import { useEffect, useState } from 'react'

/** An SVG that came from the server, drawn as a picture: nothing in it can run, and the page's policy takes it as a blob. */
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
