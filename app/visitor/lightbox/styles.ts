export const css = `
.lightbox {
  width: 100vw; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0;
  overflow: hidden; overscroll-behavior: contain; background: #14110e; color: #fff;
}
.lightbox::backdrop { background: #14110e }
.lightbox-track { display: flex; height: 100%; touch-action: none; transition: transform .25s ease-out; user-select: none }
.is-dragged { transition: none }
.lightbox picture { flex: 0 0 100%; overflow: hidden }
.lightbox img { width: 100%; height: 100%; object-fit: contain; transform-origin: 0 0; cursor: zoom-in }
.lightbox p {
  position: absolute; top: max(.75rem, env(safe-area-inset-top)); left: 1rem; margin: 0; padding: .35rem .8rem;
  border-radius: 9rem; background: rgb(20 17 14 / 75%); line-height: 1.3; pointer-events: none;
}
.lightbox p:empty { display: none }
.lightbox button {
  position: absolute; display: grid; place-items: center; width: 3rem; height: 3rem; border: 1px solid #8f867c;
  border-radius: 50%; background: rgb(20 17 14 / 75%); color: #fff; font: 1.75rem/1 sans-serif; cursor: pointer;
}
.lightbox :focus-visible { outline: 3px solid #fff; outline-offset: 2px }
.lightbox button:disabled { visibility: hidden }
.lightbox-close { top: max(.5rem, env(safe-area-inset-top)); right: .75rem }
.lightbox-previous, .lightbox-next { inset-block: 0; margin-block: auto }
.lightbox-previous { left: .75rem }
.lightbox-next { right: .75rem }
@media (hover: none) { .lightbox-previous, .lightbox-next { clip-path: inset(50%) } }
@media print { .lightbox { display: none } }
`
