// The font of the wordmark and of empty states: 50 kB, loaded after the first view.
import '@fontsource-variable/source-serif-4/index.css';
import './display-face.css';
