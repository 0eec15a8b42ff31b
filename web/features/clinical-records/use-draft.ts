import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RecordDraft } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { isChangedMeanwhile, isConnectionLoss } from '#web/platform/error-message.ts'

export type NoteText = { diagnosis: string; notes: string }
export type AppointmentTarget = { centerId: string; appointmentId: string }

/**
 * `unsaved`: something is typed that is not stored yet. `offline`: it is sent again until it arrives. `changed`: another tab has
 * stored another text. `refused`: the server does not take it, so what is typed exists on this screen only.
 */
type DraftStatus = 'none' | 'saved' | 'unsaved' | 'offline' | 'changed' | 'refused'

const pauseMs = 1500
const retryMs = 5000
const noText: NoteText = { diagnosis: '', notes: '' }

/** What is typed into a note, stored as a draft after each pause. It is never kept in the browser, which others may use. */
export function useDraft({ target, stored }: { target: AppointmentTarget; stored: RecordDraft | null }) {
  const { queries } = useApi()
  const save = useMutation(
    queries.clinicalRecords.saveDraft.mutationOptions({
      meta: { refetch: 'background' },
    }),
  )
  const [text, setText] = useState(() => textOf(stored))
  const [status, setStatus] = useState<DraftStatus>(stored ? 'saved' : 'none')
  const [savedAt, setSavedAt] = useState(stored?.savedAt)
  const [error, setError] = useState<unknown>()
  const typed = useRef(text)
  const seen = useRef({ text, version: stored?.version ?? null })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean>>(undefined)

  function schedule(afterMs: number): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), afterMs)
  }

  async function send(): Promise<boolean> {
    const sent = typed.current
    try {
      const { draft } = await save.mutateAsync({ ...target, ...sent, version: seen.current.version })
      seen.current = { text: sent, version: draft?.version ?? null }
      setSavedAt(draft?.savedAt)
      setError(undefined)
      if (isSame(typed.current, sent)) setStatus(draft ? 'saved' : 'none')
      return true
    } catch (failure) {
      setError(failure)
      setStatus(isChangedMeanwhile(failure) ? 'changed' : isConnectionLoss(failure) ? 'offline' : 'refused')
      if (isConnectionLoss(failure)) schedule(retryMs)
      return false
    }
  }

  /** Stores what is typed now. Resolves to whether it is stored. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer.current)
    await running.current
    if (isSame(typed.current, seen.current.text)) return true
    running.current = send()
    const isSent = await running.current
    running.current = undefined
    return isSent && flush()
  }

  function type(change: Partial<NoteText>): void {
    typed.current = { ...typed.current, ...change }
    setText(typed.current)
    if (status === 'changed') return
    setStatus('unsaved')
    schedule(pauseMs)
  }

  /** Shows a text whose stored version is known, in place of what is typed. */
  function show(shown: RecordDraft | null): void {
    clearTimeout(timer.current)
    typed.current = textOf(shown)
    seen.current = { text: typed.current, version: shown?.version ?? null }
    setText(typed.current)
    setSavedAt(shown?.savedAt)
    setError(undefined)
    setStatus(shown ? 'saved' : 'none')
  }

  /** Replaces the text of the other tab. */
  async function replace(other: RecordDraft | null): Promise<void> {
    seen.current = { text: textOf(other), version: other?.version ?? null }
    setStatus('unsaved')
    await flush()
  }

  async function discard(): Promise<void> {
    typed.current = noText
    setText(noText)
    await flush()
  }

  const saveNow = useEffectEvent(() => {
    if (status === 'unsaved' || status === 'offline') void flush()
  })
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && saveNow()
    const onOnline = () => saveNow()
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('online', onOnline)
      clearTimeout(timer.current)
    }
  }, [])

  return {
    text,
    status,
    savedAt,
    error,
    isUnsaved: status !== 'none' && status !== 'saved',
    type,
    flush,
    show,
    replace,
    discard,
    /** The version that a note carries which is saved from what is typed. */
    version: () => seen.current.version,
    noteChanged: () => setStatus('changed'),
  }
}

const textOf = (draft: NoteText | null): NoteText =>
  draft ? { diagnosis: draft.diagnosis, notes: draft.notes } : noText

const isSame = (one: NoteText, other: NoteText) => one.diagnosis === other.diagnosis && one.notes === other.notes
