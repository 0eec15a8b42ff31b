import { useEffect, useState } from 'react'

/** An object URL for an image element, for the lifetime of the file. */
export function useFileAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [file])
  return address
}
