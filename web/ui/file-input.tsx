import type { ComponentProps } from 'react'

export type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onFile: (file: File) => void }

/** A hidden file input: a button opens it with `ref.current.click()`. */
export function FileInput({ onFile, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      hidden
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        // Reset, so that the same file can be chosen again.
        event.currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
