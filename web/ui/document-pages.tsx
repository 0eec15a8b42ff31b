import type { MouseEvent } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import ChevronUp from '~icons/lucide/chevron-up'
import X from '~icons/lucide/x'

import { IconButton } from './icon-button.tsx'
import { useFileAddress } from './use-file-address.ts'

export type DocumentPagesProps = {
  pictures: readonly File[]
  disabled: boolean
  /** `said`: what screen readers say of the change. */
  onChange: (pictures: readonly File[], said: string) => void
  onRemoved: () => void
}

/** The photographed pages of a document in their order, which buttons change. */
export function DocumentPages({ pictures, disabled, onChange, onRemoved }: DocumentPagesProps) {
  const count = pictures.length

  function move(event: MouseEvent<HTMLButtonElement>, { from, to }: { from: number; to: number }) {
    const moved = [...pictures]
    moved.splice(to, 0, ...moved.splice(from, 1))
    onChange(moved, `La foto ${from + 1} pasó al lugar ${to + 1} de ${count}.`)
    keepFocus(event.currentTarget)
  }

  function remove(index: number) {
    const left = count === 1 ? 'No queda ninguna.' : `Quedan ${count - 1}.`
    onChange(pictures.toSpliced(index, 1), `Quitaste la foto ${index + 1}. ${left}`)
    onRemoved()
  }

  return (
    <ol className="mt-2 grid gap-2">
      {pictures.map((picture, index) => (
        <li
          key={keyOfPicture(picture)}
          className="flex items-center gap-3 rounded-control border border-line bg-panel p-1"
        >
          <Thumbnail picture={picture} />
          <span className="grow text-sm">{`Foto ${index + 1}`}</span>
          <span className="flex">
            <IconButton
              label={`Poner antes la foto ${index + 1}`}
              icon={<ChevronUp aria-hidden="true" className="size-5" />}
              disabled={disabled || index === 0}
              onClick={(event) => move(event, { from: index, to: index - 1 })}
            />
            <IconButton
              label={`Poner después la foto ${index + 1}`}
              icon={<ChevronDown aria-hidden="true" className="size-5" />}
              disabled={disabled || index === count - 1}
              onClick={(event) => move(event, { from: index, to: index + 1 })}
            />
            <IconButton
              label={`Quitar la foto ${index + 1}`}
              icon={<X aria-hidden="true" className="size-5" />}
              disabled={disabled}
              onClick={() => remove(index)}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

function Thumbnail({ picture }: { picture: File }) {
  const address = useFileAddress(picture)
  return (
    <span className="size-14 shrink-0 overflow-hidden rounded-control bg-sand">
      {address && <img src={address} alt="" width={56} height={56} className="size-full object-cover" />}
    </span>
  )
}

/** A browser takes the focus away from a row that moves, and a button at the end of the list can't have it. */
function keepFocus(button: HTMLButtonElement): void {
  setTimeout(() => {
    const target = button.disabled
      ? button.closest('li')?.querySelector<HTMLButtonElement>('button:not([disabled])')
      : button
    target?.focus({ preventScroll: true })
  })
}

const keys = new WeakMap<File, number>()
let lastKey = 0

/** Two pictures may have the same name. */
function keyOfPicture(picture: File): number {
  const key = keys.get(picture) ?? ++lastKey
  keys.set(picture, key)
  return key
}
