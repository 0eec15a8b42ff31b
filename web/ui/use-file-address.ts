import { useEffect, useState } from 'react'

/** An address of the file's content, which an image can show; undefined before the first effect. */
export function useFileAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const objectUrl = URL.createObjectURL(file)
    setAddress(objectUrl)
    return () => {
      URL.revokeObjectURL(objectUrl)
      setAddress(undefined)
    }
  }, [file])
  return address
}
