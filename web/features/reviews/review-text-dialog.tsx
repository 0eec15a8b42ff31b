import { type SyntheticEvent, useState } from 'react'

import type { OwnReview } from '#contract/reviews.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

export type ReviewDialogProps = { review: OwnReview; open: boolean; onClose: () => void }

type Props = ReviewDialogProps & {
  title: string
  description: string
  label: string
  max: number
  missing: string
  submitLabel: string
  pendingLabel: string
  act: { isPending: boolean; error: Error | null }
  send: (review: OwnReview, text: string) => void
}

/** One text about a review: the answer to it, or what is wrong with it. */
export function ReviewTextDialog({ review, label, max, missing, act, send, ...dialog }: Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const isMissing = text.trim() === ''
    setError(isMissing ? missing : undefined)
    if (!isMissing) send(review, text)
  }

  return (
    <FormDialog
      {...dialog}
      pending={act.isPending}
      error={act.error ? errorMessage(act.error) : undefined}
      onSubmit={submit}
    >
      {review.comment && (
        <blockquote className="border-l-2 border-path pl-4 text-ink-soft wrap-anywhere whitespace-pre-line">
          {review.comment}
        </blockquote>
      )}
      <TextArea
        name="text"
        label={label}
        rows={5}
        maxLength={max}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
