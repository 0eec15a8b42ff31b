/** A preview is undone before anybody could read why: it needs a reason only because the change does. */
export const previewReason = 'Vista previa'
