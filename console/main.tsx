import { render } from 'preact';
import { start } from './start.tsx';

const page = document.getElementById('page');
if (page !== null) render(start(), page);
