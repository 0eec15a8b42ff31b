import type { ComponentProps } from 'react'

export type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onFiles: (files: readonly File[]) => void
}

/** A hidden file input: a button opens it with `ref.current.click()`. */
export function FileInput({ onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      hidden
      onChange={(event) => {
        // A copy, because the reset empties the list.
        const files = [...(event.currentTarget.files ?? [])]
        // Reset, so that the same file can be chosen again.
        event.currentTarget.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
