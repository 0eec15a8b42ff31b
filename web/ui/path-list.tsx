import type { IconComponent } from './icon.tsx'

/** Benefits along the path. */
export function PathList({ items }: { items: readonly { Icon: IconComponent; text: string; detail: string }[] }) {
  return (
    <ul className="relative grid gap-6 before:absolute before:inset-y-4 before:left-5.5 before:w-2 before:-translate-x-1/2 before:rounded-full before:bg-path">
      {items.map(({ Icon, text, detail }) => (
        <li key={text} className="relative flex gap-4">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-full border-4 border-path bg-panel text-action">
            <Icon aria-hidden="true" className="size-5" />
          </span>
          <span className="grid">
            <span className="font-semibold">{text}</span>
            <span className="text-ink-soft">{detail}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
