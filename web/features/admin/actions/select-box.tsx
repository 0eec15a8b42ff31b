type Box = { label: string; isChecked: boolean; onToggle: (isOn: boolean) => void }

/** Chooses a row of a list for an action. */
export function SelectBox({ label, isChecked, onToggle }: Box) {
  return (
    <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
      />
    </label>
  )
}
