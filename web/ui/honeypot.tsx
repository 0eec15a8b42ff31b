import type { RefObject } from 'react'

/** A field that people neither see nor reach. A program that fills in every field also fills in this one. Its name is none that browsers complete. */
export function Honeypot({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  return (
    <div aria-hidden="true" className="absolute size-px overflow-hidden opacity-0">
      <label>
        No llenes este campo
        <input
          ref={ref}
          name="web_del_robot"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
        />
      </label>
    </div>
  )
}
