/** The keys of the page. Single letters work only while the focus is on a result, never in a field. */

import { byId } from './dom.js';

const VERDICTS = { a: 'accepted', r: 'rejected', c: 'corrected' };

/** @param {{ analyse: () => void, next: () => void }} actions */
export function listenToShortcuts({ analyse, next }) {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    analyse();
  });
  byId('results').addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea')) return;
    const key = event.key.toLowerCase();
    if (key === 'n') next();
    else if (key in VERDICTS) byId('details-body').querySelector(`[data-verdict="${VERDICTS[key]}"]`)?.click();
    else return;
    event.preventDefault();
  });
}
