/** The first stop of the Tab key: skips the header. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 font-semibold text-ground focus:translate-y-0"
    >
      Saltar al contenido
    </a>
  )
}
