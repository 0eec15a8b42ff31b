declare module '~icons/lucide/*' {
  /** Drawn by scripts/icon-markup.ts. */
  const icon: import('#web/ui/icon.tsx').IconComponent
  export default icon
}
