#!/usr/bin/env node
require('../dist/long-term-plan-mcp.cjs');
