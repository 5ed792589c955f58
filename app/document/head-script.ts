import './show-marked.ts'

// For the styles of what does nothing without a script: the page hides it otherwise.
document.documentElement.toggleAttribute('data-script', true)
