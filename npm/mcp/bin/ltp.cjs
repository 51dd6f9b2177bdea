#!/usr/bin/env node
require('../dist/ltp.cjs');
